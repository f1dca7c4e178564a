import { specVersion } from '@generated/sdk/operations'

/** The version of this package. It has a meaning of its own: see the changelog. */
export const VERSION = '0.1.0'

/** The version of the contract that this package was generated from. */
export const SPEC_VERSION: string = specVersion
