import { Badge, type MantineColor, Table } from '@mantine/core';
import { returnText } from '../kit/money.ts';
import type { Row } from './view.ts';

type Advice = NonNullable<Row['advice']>;
const words: Record<Advice['word'], [text: string, color: MantineColor]> = {
  stop: ['Stop', 'red'],
  watch: ['Watch', 'orange'],
  grow: ['Grow', 'teal'],
  too_few: ['Too few', 'gray'],
};
const reasonOf: Record<Advice['rule'], (target: string) => string> = {
  return_below_target: (target) => `below ${target} even at best`,
  return_above_target: (target) => `at least ${target} even at worst`,
  return_near_target: (target) => `near ${target}`,
  spent_without_conversion: () => 'spent, and nobody bought',
  few_conversions: () => 'too few conversions to tell',
  spend_partial: () => 'its spend is known in part',
};

export const targetText = (target: string | null) => returnText(target ?? '1');

export const AdviceCell = ({ row: { advice }, target }: { row: Row; target: string | null }) => (
  <Table.Td className="advice" data-label="Advice">
    {advice ? (
      <>
        <Badge color={words[advice.word][1]}>{advice.rule === 'spend_partial' ? 'Not known' : words[advice.word][0]}</Badge>
        <span className="reason">{reasonOf[advice.rule](targetText(target))}</span>
      </>
    ) : (
      '–'
    )}
  </Table.Td>
);

/** The rule of the column in words. */
export const adviceRule = (target: string | null) =>
  `Stop: even with as many conversions as 90 % chance allows, the return stays below ${targetText(target)}. Grow: even with as few, it reaches it. Watch: it may be either. Too few: fewer than 10 conversions cannot tell. Not known: the spend of more than a tenth is unknown.`;
