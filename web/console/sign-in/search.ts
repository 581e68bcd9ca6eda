/** Where to go after the sign-in: a path of the console, never another site. */
export const signInSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
