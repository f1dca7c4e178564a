import { lazyRouteComponent, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { messageOf, needsPassword, portal } from '../api.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-form.tsx'
import type { DialogWindowProps } from './dialog-window.tsx'
import { PasswordField } from './fields.tsx'
import { FinalButton } from './parts.tsx'

// No page opens a dialog by itself, and overlays are an eighth of the JavaScript of a page.
const DialogWindow = lazyRouteComponent(() => import('./dialog-window.tsx'), 'DialogWindow')

/** A dialog in front of the page. Escape and a press outside close it. */
export function DialogBox({ isOpen, ...props }: DialogWindowProps & { isOpen: boolean }) {
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  )
}

interface OpenButtonProps {
  className: string
  onPress: () => void
  children: string
}

/** A button that opens a dialog. The code of the dialog loads as soon as the button is hovered, focused or touched. */
export function OpenButton({ className, onPress, children }: OpenButtonProps) {
  const load = () => void DialogWindow.preload?.()
  return (
    <Button
      className={className}
      aria-haspopup="dialog"
      onPointerEnter={load}
      onFocus={load}
      onPointerDown={load}
      onPress={onPress}
    >
      {children}
    </Button>
  )
}

interface ConfirmProps {
  /** The text of the button that opens the dialog and of the one that acts. */
  action: string
  title: string
  /** Destructive actions are red; the default. */
  isDestructive?: boolean
  children: ReactNode
  /** Runs on confirmation; the dialog stays open and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>
}

/** States the effect of a change and asks before it, and for the password where the server wants it. */
export function ConfirmButton({ action, title, isDestructive = true, children, onConfirm }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  const attempt = useAttempt(async () => {
    await onConfirm()
    setOpen(false)
  })
  return (
    <>
      <OpenButton className={isDestructive ? 'button danger-quiet' : 'button'} onPress={() => setOpen(true)}>
        {action}
      </OpenButton>
      <DialogBox title={title} isOpen={isOpen} onOpenChange={setOpen}>
        {(close) => (
          <>
            {children}
            <AttemptFeedback attempt={attempt} />
            <div className="row end">
              <Button className="button" onPress={close}>
                Cancel
              </Button>
              <FinalButton
                className={isDestructive ? 'button danger' : 'button primary'}
                isWorking={attempt.isRunning}
                onPress={attempt.run}
              >
                {action}
              </FinalButton>
            </div>
          </>
        )}
      </DialogBox>
    </>
  )
}

export interface FormDialogProps {
  /** The text of the button that opens the dialog. */
  action: string
  isPrimary?: boolean
  title: string
  /** The text of the button that sends the form. */
  submit: string
  /** The fields. */
  children: ReactNode
  /** Runs before the dialog opens, to fill the fields. */
  onOpen?: () => void
  /** Runs when the form is sent; the dialog stays open and shows the error when it rejects. */
  onSubmit: () => Promise<unknown>
}

/** A button that opens a form in a dialog. */
export function FormDialog({ action, isPrimary = false, title, submit, children, onOpen, onSubmit }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const attempt = useAttempt(async () => {
    await onSubmit()
    setOpen(false)
  })
  const open = (isNowOpen: boolean) => {
    if (isNowOpen) onOpen?.()
    setOpen(isNowOpen)
    attempt.clear()
  }
  return (
    <>
      <OpenButton className={isPrimary ? 'button primary' : 'button'} onPress={() => open(true)}>
        {action}
      </OpenButton>
      <DialogBox title={title} isOpen={isOpen} onOpenChange={open}>
        {(close) => (
          <>
            <form
              id={formId}
              onSubmit={(event) => {
                event.preventDefault()
                attempt.run()
              }}
            >
              {children}
            </form>
            <AttemptFeedback attempt={attempt} />
            <div className="row end">
              <Button className="button" onPress={close}>
                Cancel
              </Button>
              <FinalButton className="button primary" type="submit" form={formId} isWorking={attempt.isRunning}>
                {submit}
              </FinalButton>
            </div>
          </>
        )}
      </DialogBox>
    </>
  )
}

interface Attempt {
  run: () => void
  /** Forgets the error. */
  clear: () => void
  isRunning: boolean
  error: unknown
}

/** Runs a change and keeps its error; `run` may be called again, as after the password was confirmed. */
export function useAttempt(work: () => Promise<unknown>): Attempt {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = () => {
    setRunning(true)
    setError(undefined)
    work()
      .catch(setError)
      .finally(() => setRunning(false))
  }
  return { run, clear: () => setError(undefined), isRunning, error }
}

/** The same for a change that begins with a file; `run` repeats it with the file that was given last. */
export function useFileAttempt(work: (file: File) => Promise<unknown>) {
  const latest = useRef<File>(undefined)
  const attempt = useAttempt(async () => {
    if (latest.current) await work(latest.current)
  })
  const start = (file: File) => {
    latest.current = file
    attempt.run()
  }
  return { ...attempt, start }
}

/** The error of an attempt, or the form for the password when only that is missing. */
export function AttemptFeedback({ attempt }: { attempt: Attempt }) {
  if (!attempt.error) return null
  if (needsPassword(attempt.error)) return <ConfirmPassword onConfirmed={attempt.run} />
  return (
    <p className="problem" role="alert">
      {messageOf(attempt.error)}
    </p>
  )
}

function ConfirmPassword({ onConfirmed }: { onConfirmed: () => void }) {
  const [password, setPassword] = useState('')
  const [usesCode, setUsesCode] = useState(false)
  const ofMember = portal.useMutation('post', '/session/password-confirmation')
  const ofAdministrator = portal.useMutation('post', '/admin/session/password-confirmation')
  const isConsole = useLocation({ select: ({ pathname }) => pathname === '/admin' || pathname.startsWith('/admin/') })
  const confirm = isConsole ? ofAdministrator : ofMember
  // The console takes the password alone here.
  const factors = portal.useQuery('get', '/factors', {}, { enabled: !isConsole })
  if (usesCode) return <ConfirmCode onConfirmed={onConfirmed} />
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ body: { password } }, { onSuccess: onConfirmed })
      }}
    >
      <p>Confirm your password to continue.</p>
      <PasswordField value={password} onChange={setPassword} autoFocus />
      {confirm.error && (
        <p className="problem" role="alert">
          {messageOf(confirm.error)}
        </p>
      )}
      <div className="row">
        <FinalButton className="button primary" type="submit" isWorking={confirm.isPending}>
          Confirm
        </FinalButton>
        {factors.data?.data.authenticator_since && (
          <Button className="button" onPress={() => setUsesCode(true)}>
            Use a code instead
          </Button>
        )}
      </div>
    </form>
  )
}

function ConfirmCode({ onConfirmed }: { onConfirmed: () => void }) {
  const [code, setCode] = useState('')
  const confirm = portal.useMutation('post', '/session/code-confirmation')
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ body: { code } }, { onSuccess: onConfirmed })
      }}
    >
      <p>Enter a code of your authenticator app to continue.</p>
      <CodeField value={code} onChange={setCode} />
      {confirm.error && (
        <p className="problem" role="alert">
          {messageOf(confirm.error)}
        </p>
      )}
      <FinalButton className="button primary" type="submit" isWorking={confirm.isPending}>
        Confirm
      </FinalButton>
    </form>
  )
}
