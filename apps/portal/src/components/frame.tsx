import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf, signOutOtherTabs } from '../api.ts'
import { displayName } from '../format.ts'
import { Button } from './button.tsx'
import { FinalButton } from './parts.tsx'

interface FrameProps {
  /** The name of the account or of the console. */
  name: string
  badge: string
  /** The list of links, and its name for screen readers. */
  links: ReactNode
  label: string
  person: { email: string; role: string }
  /** The request that ends the session, and the page that follows it. */
  signOut: { isPending: boolean; error: unknown; mutateAsync(request: object): Promise<unknown> }
  signInPath: '/sign-in' | '/admin/sign-in'
  className?: string
  /** Shown in place of the page. */
  instead?: ReactNode
}

/** The navigation, who is signed in, and the page. On a phone the navigation is behind a button. */
export function Frame({
  name,
  badge,
  links,
  label,
  person,
  signOut,
  signInPath,
  className = 'shell',
  instead,
}: FrameProps) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const leave = async () => {
    await signOut.mutateAsync({})
    signOutOtherTabs()
    router.options.context.queryClient.clear()
    await router.navigate({ to: signInPath })
  }
  // The error is shown below the button.
  const tryToLeave = () => void leave().catch(() => {})
  return (
    <div className={className}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="sidebar" data-open={isOpen || undefined}>
        <div className="brand">
          <span className="account-name">{name}</span>
          <span className="badge">{badge}</span>
          <Button className="button menu" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            Menu
          </Button>
        </div>
        <nav aria-label={label} onClickCapture={() => setOpen(false)}>
          {links}
        </nav>
        <div className="person">
          <span className="clip" title={person.email}>
            {person.email}
          </span>
          <span className="soft">{displayName(person.role)}</span>
          <FinalButton className="button quiet" isWorking={signOut.isPending} onPress={tryToLeave}>
            Sign out
          </FinalButton>
          {signOut.error != null && (
            <span className="problem" role="alert">
              {messageOf(signOut.error)}
            </span>
          )}
        </div>
      </header>
      <main id="content" className="page" tabIndex={-1}>
        {instead ?? <Outlet />}
      </main>
    </div>
  )
}
