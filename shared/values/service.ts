/** A bundle does not contain `package.json`, so the version is repeated here. */
export const service = { name: 'adtrail', version: '1.0.0' } as const;
