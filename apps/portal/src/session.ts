import { getRouteApi } from '@tanstack/react-router'
import type { Session } from './api.ts'

const app = getRouteApi('/app')

/** The session of this page. */
export function useSession(): Session {
  return app.useRouteContext().session
}

/** The permissions of the signed-in person. A viewer only reads. */
export function useMay() {
  const { user, permissions } = useSession()
  return {
    write: user.role !== 'viewer',
    manage: (permission: Session['permissions'][number]) => permissions.includes(permission),
  }
}
