/** The page Performance is part of the router, whose types know it by its own route. */
export const performancePage = '/performance' as '/';
