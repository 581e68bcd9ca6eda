import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Confirm } from '../kit/confirm.tsx';
import { dayIn, dayText, plusDays } from '../kit/dates.ts';
import { Loaded, Problem, Section } from '../kit/page.tsx';
import { ApplicationResult, clicksText } from './application-result.tsx';
import { type Application, queryKey, type Rules } from './rules.ts';
import { channelsSearch } from './search.ts';

/** The log of an account can be shorter than this many days. */
const usualDays = 30;
const pollMs = 1000;

export function Apply({ rules }: { rules: Rules }) {
  const today = dayIn('UTC', Date.now());
  const { from = plusDays(today, 1 - usualDays), run = '' } = useValidSearch(channelsSearch);
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const show = (search: { from?: string; run?: string | undefined }) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...search }) as never, replace: true });
  const start = useMutation<Application, ApiError, boolean>({
    mutationFn: (isDry) => call('applyChannelRules', { body: { from, dry_run: isDry } }),
    onSuccess(application) {
      queries.setQueryData(['channel-rules-application', application.application_id], application);
      if (!application.dry_run) queries.invalidateQueries({ queryKey });
      show({ from, run: application.application_id });
      setIsAsking(false);
    },
  });
  const shown = useQuery({
    queryKey: ['channel-rules-application', run],
    queryFn: () => call('readChannelRulesApplication', { params: { id: run } }),
    enabled: run !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  });
  const dry = shown.data;
  const isCounted =
    dry?.dry_run === true &&
    dry.status === 'completed' &&
    dry.from === from &&
    dry.version === rules.version &&
    dry.list_version === rules.list.version;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(true);
  };
  return (
    <Section
      title="Apply to stored clicks"
      about="A changed rule names the channel of new clicks. Here it also reaches the clicks that are stored, with their events. Earlier days keep their channels."
    >
      <Stack gap="md">
        <Changed rules={rules} />
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label="Clicks since (UTC)"
              required
              max={today}
              value={from}
              onChange={({ currentTarget: { value } }) => value && show({ from: value, run: undefined })}
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
              {(application) => <ApplicationResult application={application} />}
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
            {clicksText(dry.moved)} since {dayText(from)} get another channel, in reports too. You can do this
            once a day.
          </Text>
        </Confirm>
      )}
    </Section>
  );
}

function Changed({ rules: { version, list, last_application: last } }: { rules: Rules }) {
  if (!last)
    return (
      <Text fz="sm" c="dimmed">
        No rules were applied to stored clicks in the last 90 days.
      </Text>
    );
  const changes = [
    ...(last.version === version ? [] : [`your rules changed from version ${last.version} to ${version}`]),
    ...(last.list_version === list.version
      ? []
      : [`the built-in rules changed from ${last.list_version} to ${list.version}`]),
  ];
  return (
    <Text fz="sm" c="dimmed" className="anywhere">
      Last applied on {dayText(last.created_at.slice(0, 10))}, to clicks since {dayText(last.from)}.{' '}
      {changes.length === 0 ? 'No rule has changed since.' : `Since then ${changes.join(', and ')}.`}
    </Text>
  );
}
