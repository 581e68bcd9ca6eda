import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Confirm } from '../kit/confirm.tsx';
import { dayIn, dayText, plusDays } from '../kit/dates.ts';
import { countText } from '../kit/money.ts';
import { Loaded, Problem, Section } from '../kit/page.tsx';
import { Moves } from './moves.tsx';
import { type Application, queryKey, type Rules } from './rules.ts';
import { trafficSearch } from './search.ts';

/** The log of an account can be shorter than this many days. */
const usualDays = 30;
const pollMs = 1000;

export function Apply({ rules }: { rules: Rules }) {
  const today = dayIn('UTC', Date.now());
  const { since = plusDays(today, 1 - usualDays), run = '' } = useValidSearch(trafficSearch);
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const show = (search: { since?: string; run?: string | undefined }) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...search }) as never, replace: true });
  const start = useMutation<Application, ApiError, boolean>({
    mutationFn: (isDry) => call('applyTrafficRules', { body: { from: since, dry_run: isDry } }),
    onSuccess(application) {
      queries.setQueryData(['traffic-rules-application', application.application_id], application);
      if (!application.dry_run) {
        queries.invalidateQueries({ queryKey });
        queries.invalidateQueries({ queryKey: ['traffic'] });
      }
      show({ since, run: application.application_id });
      setIsAsking(false);
    },
  });
  const shown = useQuery({
    queryKey: ['traffic-rules-application', run],
    queryFn: () => call('readTrafficRulesApplication', { params: { id: run } }),
    enabled: run !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const dry = shown.data;
  const isCounted =
    dry?.dry_run === true &&
    dry.status === 'completed' &&
    dry.from === since &&
    dry.version === rules.version;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(true);
  };
  return (
    <Section
      title="Apply to stored clicks"
      about="Judges stored clicks by the rules of now. To take it back, switch the rules as they were and apply them again: every figure is as before."
    >
      <Stack gap="md">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label="Clicks since (UTC)"
              required
              max={today}
              value={since}
              onChange={({ currentTarget: { value } }) => value && show({ since: value, run: undefined })}
              error={start.error?.fields.from}
            />
            <Button type="submit" variant="default" loading={start.isPending && start.variables}>
              Dry run
            </Button>
            <Button disabled={!isCounted || dry.moved === 0} onClick={() => setIsAsking(true)}>
              Apply the rules
            </Button>
          </Group>
        </form>
        {start.isError && !start.error.fields.from && !isAsking && <Problem error={start.error} />}
        <div aria-live="polite">
          {run !== '' && (
            <Loaded query={shown} height={120}>
              {(application) => <Result application={application} />}
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
          isRunning={start.isPending}
          error={start.error}
        >
          <Text fz="sm">
            {countText(dry.moved)} clicks since {dayText(since)} get another verdict, in reports too. You can
            do this twice a day, once to take it back.
          </Text>
        </Confirm>
      )}
    </Section>
  );
}

function Result({ application }: { application: Application }) {
  const { dry_run: isDry, status, clicks, kept, moved, events, moves } = application;
  const seen = `${countText(clicks)} clicks ${status === 'running' ? 'examined so far' : 'examined'}`;
  const verb = isDry ? 'would change' : 'changed';
  const result =
    moved === 0
      ? `none ${verb}`
      : `${countText(moved)} ${verb}, with ${countText(events)} events of your staff`;
  const rest = kept === 0 ? '' : ` ${countText(kept)} of older data or erased visitors keep their verdict.`;
  return (
    <Stack gap="xs">
      <Text fz="sm">
        {isDry ? 'Dry run: ' : ''}
        {seen}; {result}.{rest}
      </Text>
      {status === 'replaced' && (
        <Alert color="orange">A later application took its place before this one was complete.</Alert>
      )}
      <Moves moves={moves} />
    </Stack>
  );
}
