import { useQueryClient } from '@tanstack/react-query'

/** Reads the account, its clients and its audit log again. */
export function useRefreshAccount() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['get', '/admin/accounts/{id}'] })
    await queryClient.invalidateQueries({ queryKey: ['get', '/admin/accounts/{id}/clients'] })
    await queryClient.invalidateQueries({ queryKey: ['admin'] })
  }
}
