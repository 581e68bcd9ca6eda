import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { rangeText } from '../kit/dates.ts';
import { Facts } from '../kit/facts.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { Loaded } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { differenceText, eventsText, ordersText } from './amounts.ts';
import { figuresKey } from './queries.ts';
import { type RepairName, repairs } from './repair-names.ts';

const operations = {
  send_missing: 'sendMissingOrders',
  adjust_values: 'adjustOrderValues',
  void_doubles: 'voidDoubles',
} as const;

type Preview = Answer<'previewRepair'>;

export function RepairDialog({ id, repair, close }: { id: string; repair: RepairName; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const target = { params: { id }, query: { environment } };
  const preview = useQuery<Preview>({
    queryKey: ['repair-preview', id, environment, repair],
    queryFn: () => call('previewRepair', { ...target, body: { repair } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const run = useMutation<Answer<'voidDoubles'>, ApiError>({
    mutationFn: () => call(operations[repair], { ...target, body: { preview_id: preview.data?.preview_id ?? '' } }),
    onSuccess() {
      queries.invalidateQueries({ queryKey: figuresKey(id, environment) });
      close();
    },
  });
  const { title, action } = repairs[repair];
  const changes = preview.data?.changes ?? 0;
  const isStale = run.error?.code === 'preview_stale';
  return (
    <Confirm
      title={`${title}?`}
      action={changes > 0 ? `${action} ${eventsText(changes)}` : action}
      of={run}
      close={close}
      isDisabled={changes === 0 || isStale}
    >
      <Loaded query={preview} height={120}>
        {(data) => <Effect preview={data} />}
      </Loaded>
      {isStale && (
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              run.reset();
              return preview.refetch();
            }}
          >
            Preview again
          </Button>
        </div>
      )}
    </Confirm>
  );
}

function Effect({ preview }: { preview: Preview }) {
  const { repair, changes, attributed, unattributed, skipped, values, statuses, as_of } = preview;
  if (changes === 0)
    return <Text fz="sm">Nothing is left to repair. {skipped > 0 && `${ordersText(skipped)} changed since the comparison.`}</Text>;
  return (
    <>
      <Facts
        facts={[
          [repair === 'send_missing' ? 'Sent events' : 'Adjusted events', countText(changes)],
          ['For an ad', repair === 'send_missing' && countText(attributed)],
          ['For no ad', unattributed > 0 && `${countText(unattributed)}: not in figures by ad`],
          ['Value in adtrail', values.map(({ currency, value }) => differenceText(value, currency)).join(', ') || '–'],
          ['Left alone', skipped > 0 && `${ordersText(skipped)} that changed since the comparison`],
          ...statuses.map(({ status, orders, values: amounts, oldest, newest }) => [
            status || 'Without a status',
            `${ordersText(orders)}, ${amounts.map((of) => moneyText(of.value, of.currency)).join(', ')}, ${rangeText({ from: oldest.slice(0, 10), to: newest.slice(0, 10) })}`,
          ]),
          ['As of', <Time key="at" at={as_of} ago />],
        ].map(([name, value]) => [name as string, value === false ? '' : value])}
      />
      <Text fz="sm">You can undo this. Gross figures stay as they are.</Text>
    </>
  );
}
