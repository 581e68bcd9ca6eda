export const key = (pk: string, sk: string) => ({ pk, sk });
export const padded = (value: number, digits: number) => String(value).padStart(digits, '0');
export const generationSuffix = (generation: number) => (generation === 0 ? '' : `#g${generation}`);

export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
