/** The path under which the API lives; `{base_url}` is the public origin followed by it. */
export const basePath = '/api/public/v1'
