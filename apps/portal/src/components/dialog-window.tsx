import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

export interface DialogWindowProps {
  title: string
  /** Called with false when the dialog is closed. */
  onOpenChange: (isOpen: boolean) => void
  children: (close: () => void) => ReactNode
}

/** An open dialog. It has a module of its own so that `DialogBox` can load it when it is first opened. */
export function DialogWindow({ title, onOpenChange, children }: DialogWindowProps) {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={onOpenChange}>
      <Modal className="modal">
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">{title}</Heading>
              {children(close)}
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
