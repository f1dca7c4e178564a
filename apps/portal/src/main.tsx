import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isProblem, whenSignedOut } from './api.ts'
import { titleOf } from './page-table.ts'
import { createPortalRouter } from './router.tsx'
import { pathToReturnTo } from './sign-in-return.ts'
import './styles.css'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refused request is refused again; a lost network may come back.
      retry: (count, error) => !isProblem(error) && count < 2,
      staleTime: 5_000,
    },
  },
})
/** Waits for the next task: all steps of the start in one would block a slow phone for too long. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

await nextTask()
const router = createPortalRouter(queryClient)
// The code of the first page loads while its session is read.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
// The router loads the code again when it opens the page, and then shows the error.
for (const route of routes) void router.loadRouteChunk(route)?.catch(() => {})

router.subscribe('onResolved', () => {
  document.title = titleOf(router.state.matches.at(-1)?.fullPath)
})

whenSignedOut(() => {
  queryClient.clear()
  const { pathname } = router.state.location
  if (pathname === '/sign-in' || pathname === '/admin/sign-in') return
  if (pathname === '/admin' || pathname.startsWith('/admin/')) {
    void router.navigate({ to: '/admin/sign-in' })
    return
  }
  void router.navigate({ to: '/sign-in', search: { next: pathToReturnTo(router.state.location) } })
})

// The HTML of the page is shown until its code and its session are here. A transition renders in short tasks.
await nextTask()
await router.load()
const root = document.getElementById('root')
if (root)
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
