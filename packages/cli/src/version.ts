/** The version in package.json; a test compares them. */
export const version = '2.3.0';
