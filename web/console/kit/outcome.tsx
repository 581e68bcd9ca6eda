import { Badge } from '@mantine/core';
import type { Tone } from '../core/theme.ts';
import type { Outcome } from './event-search.ts';
import { outcomeText } from './reasons.ts';

const colors: Record<Outcome, Tone> = {
  matched: 'teal',
  unmatched: 'gray',
  duplicate: 'blue',
  conflict: 'orange',
  rejected: 'red',
};
export const OutcomeBadge = ({ outcome, late }: { outcome: Outcome; late?: boolean }) => (
  <Badge color={colors[outcome]} className={`chip-${colors[outcome]}`}>
    {outcomeText(outcome)}
    {late ? ' · late' : ''}
  </Badge>
);
