/** A bundle does not contain `package.json`. */
export const service = { name: 'adtrail', version: '1.0.0' } as const;
