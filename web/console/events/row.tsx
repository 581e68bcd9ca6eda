import { Anchor, Table, Text, UnstyledButton } from '@mantine/core';
import { channelTitle, isChannel } from '../kit/channels.ts';
import { isReason } from '../kit/event-search.ts';
import { FilterBy } from '../kit/filter-chips.tsx';
import { moneyText } from '../kit/money.ts';
import { OutcomeBadge } from '../kit/outcome.tsx';
import { errorText, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import type { LogEntry } from './entry.ts';
import type { Changes } from './filters.tsx';

export function Row({ entry, open, filterBy }: { entry: LogEntry; open: () => void; filterBy: (changes: Changes) => void }) {
  const { event_id, event_type, outcome, late, value, currency, reason, error } = entry;
  const title = event_id ?? '(no event ID)';
  return (
    <Table.Tr className="row-button" onClick={open}>
      <Table.Td style={{ minWidth: 128 }}>
        <UnstyledButton
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          <span className="visually-hidden">Details of </span>
          <Text fz="sm" fw={550} className="anywhere">
            {title}
          </Text>
          <Text fz="xs" c="dimmed" className="anywhere">
            {event_type ?? '(no type)'}
          </Text>
        </UnstyledButton>
        <Text fz="xs" c="dimmed" hiddenFrom="sm" component="div">
          <EarnedBy entry={entry} size="xs" />
        </Text>
        <Text fz="xs" c="dimmed" hiddenFrom="md" component="div">
          <Time at={entry.received_at} ago />
        </Text>
      </Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={outcome} late={late === true} />
        {reason && isReason(reason) ? (
          <Anchor
            component="button"
            type="button"
            c="dimmed"
            fz="xs"
            ta="left"
            display="block"
            mih={24}
            maw={220}
            className="anywhere"
            onClick={(event) => {
              event.stopPropagation();
              filterBy({ reason });
            }}
          >
            <span className="visually-hidden">Show only </span>
            {reasonText(reason)}
          </Anchor>
        ) : (
          (reason || error) && (
            <Text fz="xs" c="dimmed" mt={2} maw={220} className="anywhere">
              {reason ? reasonText(reason) : errorText(error?.code ?? '')}
            </Text>
          )
        )}
      </Table.Td>
      <Table.Td className="wide">
        {entry.campaign === undefined ? (
          <Text c="dimmed" fz="sm">
            –
          </Text>
        ) : (
          <EarnedBy entry={entry} size="sm" />
        )}
      </Table.Td>
      <Table.Td className="wider">
        <ByChannel entry={entry} filterBy={filterBy} />
      </Table.Td>
      <Table.Td className="number">{value !== undefined && currency ? moneyText(value, currency) : '–'}</Table.Td>
      <Table.Td className="wider">
        <Time at={entry.received_at} ago />
      </Table.Td>
    </Table.Tr>
  );
}

function EarnedBy({ entry, size }: { entry: LogEntry; size: 'xs' | 'sm' }) {
  const { campaign, ad_group: group, ad_id: ad } = entry;
  if (campaign === undefined) return null;
  return (
    <>
      <FilterBy to={{ campaign, group: undefined, ad: undefined }} size={size}>
        {campaign}
      </FilterBy>
      {(group || ad) && (
        <Text fz="xs" c="dimmed" className="anywhere" component="div">
          {group && (
            <FilterBy to={{ campaign, group, ad: undefined }} size="xs">
              {group}
            </FilterBy>
          )}
          {group && ad && ' › '}
          {ad && (
            <FilterBy to={{ campaign, group, ad }} size="xs">
              {ad}
            </FilterBy>
          )}
        </Text>
      )}
    </>
  );
}

function ByChannel({ entry: { channel, traffic }, filterBy }: { entry: LogEntry; filterBy: (changes: Changes) => void }) {
  if (!isChannel(channel)) return '–';
  return (
    <>
      <Anchor
        component="button"
        type="button"
        c="inherit"
        fz="sm"
        ta="left"
        mih={24}
        onClick={(event) => {
          event.stopPropagation();
          filterBy({ channel });
        }}
      >
        <span className="visually-hidden">Show only </span>
        {channelTitle(channel)}
      </Anchor>
      {traffic === 'internal' && (
        <Text fz="xs" c="dimmed">
          Your staff
        </Text>
      )}
    </>
  );
}
