import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../core/api.ts';
import { useChange } from '../core/use-change.ts';
import { Confirm } from './confirm.tsx';
import { DataTable } from './data-table.tsx';
import { dayIn, plusDays } from './dates.ts';
import { countText } from './money.ts';
import { Loaded, Problem, Section } from './page.tsx';

/** Days of clicks that are proposed. The log of an account can be shorter. */
const usualDays = 30;
const pollMs = 1000;

type Application = {
  application_id: string;
  dry_run: boolean;
  status: string;
  from: string;
  moved: number;
};

/** A dry run of changed rules on stored clicks, then their application, both in the address. */
export function ApplyRules<A extends Application>({
  about,
  above,
  name,
  first,
  run,
  changed,
  start,
  read,
  isOfTheseRules,
  confirm,
  children,
}: {
  about: string;
  above?: ReactNode;
  /** The address has the first day under this name. */
  name: 'from' | 'since';
  first: string | undefined;
  run: string | undefined;
  /** The keys of what an application changes. */
  changed: readonly (readonly string[])[];
  start: (body: { from: string; dry_run: boolean }) => Promise<A>;
  read: (id: string) => Promise<A>;
  isOfTheseRules: (dry: A) => boolean;
  confirm: (dry: A, from: string) => string;
  children: (application: A) => ReactNode;
}) {
  const today = dayIn('UTC', Date.now());
  const from = first ?? plusDays(today, 1 - usualDays);
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange();
  const queries = useQueryClient();
  const show = (day: string, id?: string) => change({ [name]: day, run: id }, { replace: true });
  const keyOf = (id: string) => [...(changed[0] ?? []), 'application', id];
  const apply = useMutation<A, ApiError, boolean>({
    mutationFn: (isDry) => start({ from, dry_run: isDry }),
    onSuccess(application) {
      queries.setQueryData(keyOf(application.application_id), application);
      if (!application.dry_run)
        for (const queryKey of changed)
          queries.invalidateQueries({ queryKey, exact: queryKey === changed[0] });
      show(from, application.application_id);
      setIsAsking(false);
    },
  });
  const shown = useQuery<A>({
    queryKey: keyOf(run ?? ''),
    queryFn: () => read(run ?? ''),
    enabled: run !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const dry = shown.data;
  // A person applies only moves that a dry run counted.
  const isCounted =
    dry?.dry_run === true && dry.status === 'completed' && dry.from === from && isOfTheseRules(dry);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply.mutate(true);
  };
  return (
    <Section title="Apply to stored clicks" about={about}>
      <Stack gap="md">
        {above}
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label="Clicks since (UTC)"
              required
              max={today}
              value={from}
              onChange={({ currentTarget: { value } }) => value && show(value)}
              error={apply.error?.fields.from}
            />
            <Button type="submit" variant="default" loading={apply.isPending && apply.variables}>
              Dry run
            </Button>
            <Button disabled={!isCounted || dry.moved === 0} onClick={() => setIsAsking(true)}>
              Apply the rules
            </Button>
          </Group>
        </form>
        {apply.isError && !apply.error.fields.from && !isAsking && <Problem error={apply.error} />}
        <div aria-live="polite">
          {run !== undefined && (
            <Loaded query={shown} height={120}>
              {children}
            </Loaded>
          )}
        </div>
      </Stack>
      {isAsking && dry && (
        <Confirm
          of={apply}
          title="Apply the rules to stored clicks?"
          action="Apply the rules"
          run={() => apply.mutate(false)}
          close={() => setIsAsking(false)}
        >
          <Text fz="sm">{confirm(dry, from)}</Text>
        </Confirm>
      )}
    </Section>
  );
}

export const Moves = <Name extends string>({
  moves,
  show,
}: {
  moves: readonly { environment: string; from: Name; to: Name; clicks: number }[];
  show: (name: Name) => ReactNode;
}) =>
  moves.length > 0 && (
    <DataTable minWidth={280} label="Moves" heads={['From', 'To', 'Data', ['Clicks', 'number']]}>
      {moves.map(({ environment, from, to, clicks }) => (
        <Table.Tr key={`${environment} ${from} ${to}`}>
          <Table.Td>{show(from)}</Table.Td>
          <Table.Td>{show(to)}</Table.Td>
          <Table.Td>{environment === 'live' ? 'Live' : 'Test'}</Table.Td>
          <Table.Td className="number">{countText(clicks)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
