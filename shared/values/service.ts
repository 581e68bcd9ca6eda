/** What this service is called, and its version: that of `package.json`, which a bundle does not hold. */
export const service = { name: 'adtrail', version: '1.0.0' } as const;
