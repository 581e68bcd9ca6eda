export const numbered = (count: unknown, noun: string): string => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
