import type { ComponentProps } from 'react'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined
  isDisabled?: boolean
  /** While its work runs, the button keeps its focus and does nothing. */
  isPending?: boolean
}

/** A native button: that of React Aria loads the data of all languages, and has states that the pages do not use. */
export function Button({ type = 'button', onPress, isDisabled, isPending = false, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      onClick={({ currentTarget, detail }) => {
        // Safari does not focus a button that is clicked, to which a dialog returns the focus. A key has no detail.
        if (detail > 0) currentTarget.focus()
        if (!isPending) onPress?.()
      }}
    />
  )
}
