const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns the word of a number up to ten, as sentences write it. */
export const inWords = (count: number): string => words[count] ?? inDigits(count);
export const inDigits = (count: number): string => count.toLocaleString('en-US');
export const inMegabytes = (bytes: number): string => inDigits(bytes / 1_048_576);
