/** A test compares this with package.json. */
export const version = '2.3.0';
