/** A bundle does not contain `package.json`, so name and version are constants. */
export const service = { name: 'adtrail', version: '1.0.0' } as const;
