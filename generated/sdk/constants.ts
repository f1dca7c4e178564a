// Written from the contract by `npm run generate`. To change it, change the spec and generate again.

/**
 * The version of the contract that this client was generated from.
 */
export const specVersion = '1.0.0-demo';

/**
 * The first server that the contract names.
 */
export const defaultBaseUrl = 'http://127.0.0.1:3000/api/public/v1';
