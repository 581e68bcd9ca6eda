export const isZero = (value: string): boolean => /^-?0*(\.0*)?$/.test(value);
