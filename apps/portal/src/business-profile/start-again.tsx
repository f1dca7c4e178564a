import { Link } from '@tanstack/react-router'

/** Leads back to the page on which a consent begins. */
export function StartAgain() {
  return (
    <p>
      <Link className="button" to="/business-profile">
        Start again
      </Link>
    </p>
  )
}
