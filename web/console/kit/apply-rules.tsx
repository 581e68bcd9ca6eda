import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '../core/api.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { counted } from './counted.ts';
import { dayIn, plusDays } from './dates.ts';
import { onSubmit } from './form.tsx';
import { Moves } from './moves.tsx';
import { Loaded, Problem, Section } from './page.tsx';

/** The form proposes this many days of clicks. The log of an account can be shorter. */
const usualDays = 30;
const pollMs = 1000;
/** Figures of reports settle within this time after an application. */
const settleMs = 15_000;

const unfinished = {
  replaced: 'A later application took its place before this one was complete.',
  failed: 'It stopped before its end. Apply the rules again, and it continues.',
};
type Application<T extends string> = {
  application_id: string;
  dry_run: boolean;
  status: 'running' | 'completed' | keyof typeof unfinished;
  from: string;
  clicks: number;
  kept: number;
  moved: number;
  events: number;
  moves: Parameters<typeof Moves<T>>[0]['moves'];
};

type Parts<T extends string, A extends Application<T>> = {
  kind: keyof typeof words;
  about: string;
  from: string | undefined;
  run: string | undefined;
  show: (from: string, run: string | undefined) => void;
  start: (body: { from: string; dry_run: boolean }) => Promise<A>;
  read: (id: string) => Promise<A>;
  /** The rules may have changed since the dry run. */
  isCurrent: (dry: A) => boolean;
  /** The keys of the queries that an application changes. The list is the same at each render. */
  changes: readonly (readonly string[])[];
  /** Clicks move from one channel or verdict to another. */
  nameOf: (of: T) => ReactNode;
  consequence: (dry: A) => string;
  children?: ReactNode;
};

export function ApplyRules<T extends string, A extends Application<T>>({
  kind,
  about,
  from: chosen,
  run = '',
  show,
  children,
  ...parts
}: Parts<T, A>) {
  const today = dayIn('UTC', Date.now());
  const from = chosen ?? plusDays(today, 1 - usualDays);
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const keyOf = (id: string) => [`${kind}-rules-application`, id];
  const start = useMutation<A, ApiError, boolean>({
    mutationFn: (isDry) => parts.start({ from, dry_run: isDry }),
    onSuccess(application) {
      queries.setQueryData(keyOf(application.application_id), application);
      show(from, application.application_id);
      setIsAsking(false);
    },
  });
  const shown = useQuery<A, ApiError>({
    queryKey: keyOf(run),
    queryFn: () => parts.read(run),
    enabled: run !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const dry = shown.data;
  const { changes } = parts;
  const applied = dry && !dry.dry_run ? `${dry.application_id} ${dry.status}` : null;
  useEffect(() => {
    if (!applied) return;
    const readAgain = () => {
      for (const queryKey of changes) queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    readAgain();
    const timer = setInterval(readAgain, pollMs);
    const end = setTimeout(() => clearInterval(timer), settleMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [applied, changes, queries]);
  // Rules can be applied only after a dry run has counted exactly these moves.
  const isCounted = dry?.dry_run === true && dry.status === 'completed' && dry.from === from && parts.isCurrent(dry);
  return (
    <Section title="Apply to stored clicks" about={about}>
      <Stack gap="md">
        {children}
        <form onSubmit={onSubmit(() => start.mutate(true))}>
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label="Clicks since (UTC)"
              required
              max={today}
              value={from}
              onChange={({ currentTarget: { value } }) => value && show(value, undefined)}
              error={!isAsking && start.error?.fields.from}
            />
            <Button type="submit" variant="default" loading={start.isPending && start.variables}>
              Dry run
            </Button>
            <Button disabled={!isCounted || dry.moved === 0} onClick={() => setIsAsking(true)}>
              Apply the rules
            </Button>
          </Group>
        </form>
        {start.isError && !isAsking && <Problem error={start.error} />}
        <div aria-live="polite">
          {run !== '' && (
            <Loaded query={shown} height={120}>
              {(application) => <Result application={application} kind={kind} nameOf={parts.nameOf} />}
            </Loaded>
          )}
        </div>
      </Stack>
      {isAsking && dry && (
        <Confirm
          title="Apply the rules to stored clicks?"
          action="Apply the rules"
          run={() => start.mutate(false)}
          close={() => setIsAsking(false)}
          of={start}
        >
          <Text fz="sm">{parts.consequence(dry)}</Text>
        </Confirm>
      )}
    </Section>
  );
}

const words = {
  channel: { would: 'would move', did: 'moved', events: '', what: 'channel' },
  traffic: { would: 'would change', did: 'changed', events: ' of your staff', what: 'verdict' },
} as const;

function Result<T extends string>({
  application: { dry_run: isDry, status, clicks, kept: keptClicks, moved, events, moves },
  kind,
  nameOf,
}: {
  application: Application<T>;
  kind: keyof typeof words;
  nameOf: (of: T) => ReactNode;
}) {
  const word = words[kind];
  const verb = isDry ? word.would : word.did;
  const seen = `${counted(clicks, 'click')} ${status === 'running' ? 'examined so far' : 'examined'}`;
  const result = moved === 0 ? `none ${verb}` : `${counted(moved, 'click')} ${verb}, with ${counted(events, 'event')}${word.events}`;
  const rest =
    keptClicks === 0
      ? ''
      : ` ${counted(keptClicks, 'click')} of older data or erased visitors ${keptClicks === 1 ? 'keeps its' : 'keep their'} ${word.what}.`;
  return (
    <Stack gap="xs">
      <Text fz="sm">
        {isDry ? 'Dry run: ' : ''}
        {seen}; {result}.{rest}
      </Text>
      {status !== 'running' && status !== 'completed' && <Alert color="orange">{unfinished[status]}</Alert>}
      <Moves moves={moves} nameOf={nameOf} />
    </Stack>
  );
}
