/** The target after the sign-in is a path of the console, never another site. */
export const signInSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
