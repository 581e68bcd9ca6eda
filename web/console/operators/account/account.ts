import { countText } from '../../kit/money.ts';
import type { Answer } from '../api.ts';

export type Account = Answer<'readAccount'>;

export const creditsText = (count: number) => `${countText(count)} ${Math.abs(count) === 1 ? 'credit' : 'credits'}`;
