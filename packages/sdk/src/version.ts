import { specVersion } from '@generated/sdk/constants'

/** The version of this package. It differs from the version of the contract: see the changelog. */
export const version = '0.1.0'

/** The version of the contract that this package was generated from. */
export const contractVersion: string = specVersion
