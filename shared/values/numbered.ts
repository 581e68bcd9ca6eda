export const numbered = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
