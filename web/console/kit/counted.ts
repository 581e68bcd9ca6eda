import { countText } from './money.ts';

/** `counted(1, 'click')` is "1 click", and `counted(2000, 'click')` is "2,000 clicks". */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${countText(count)} ${count === 1 ? singular : plural}`;
