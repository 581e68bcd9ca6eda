import { Table } from '@mantine/core';
import { changeOfApi, moneyText } from '../kit/money.ts';
import { ReturnText } from '../kit/return-text.tsx';
import { ChangeText } from '../kit/tiles.tsx';
import type { Figure } from './search.ts';
import { SpendLink } from './spend-link.tsx';
import { textOf, titleOf } from './texts.ts';
import type { Row } from './view.ts';

const withChange: readonly Figure[] = ['value', 'return_on_ad_spend'];

export function FigureCell({
  column,
  row,
  isNet,
  change,
  mostSpend,
  target,
  isOfAd,
}: {
  column: Figure;
  row: Row;
  isNet: boolean;
  /** The change against the period before, as the API states it. */
  change: string | null | undefined;
  mostSpend: number;
  target: string | null;
  isOfAd: boolean;
}) {
  const shown = textOf(column, row);
  return (
    <Table.Td className="number" data-label={titleOf(column, isNet)}>
      {'unknown' in shown ? (
        <Unknown column={column} row={row} reason={shown.unknown} isOfAd={isOfAd} />
      ) : column === 'return_on_ad_spend' ? (
        <ReturnText exact={row.return_on_ad_spend ?? '0'} target={target} />
      ) : (
        shown.text
      )}
      {column === 'spend' && row.spend !== null && mostSpend > 0 && (
        <span className="spend-bar" aria-hidden="true">
          <span style={{ width: `${(Number(row.spend) / mostSpend) * 100}%` }} />
        </span>
      )}
      {withChange.includes(column) && typeof change === 'string' && 'text' in shown && (
        <ChangeText change={changeOfApi(change)} good="up" />
      )}
    </Table.Td>
  );
}

/** A dash has its reason below it, and a link if a page can correct it. */
function Unknown({ column, row, reason, isOfAd }: { column: Figure; row: Row; reason: string; isOfAd: boolean }) {
  const isSeen = column === 'spend' || column === 'return_on_ad_spend';
  const { unjoined_spend: unjoined } = row.spend_coverage;
  const isUnjoined = column === 'return_on_ad_spend' && row.reason === 'no_clicks_joined' && row.currency;
  return (
    <span {...(!isSeen && { title: reason })}>
      –
      <span className={isSeen ? 'reason' : 'visually-hidden'}>
        {' '}
        {isUnjoined ? (
          <>
            {moneyText(unjoined, row.currency ?? '')} found no clicks. <SpendLink tab="joins">Join it</SpendLink>
          </>
        ) : column === 'spend' && isOfAd ? (
          <SpendLink tab="joins">none by this name</SpendLink>
        ) : (
          reason
        )}
      </span>
    </span>
  );
}
