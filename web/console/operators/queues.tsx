import { Alert, Badge, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/copy.tsx';
import { RowTable } from '../kit/data-table.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Note, Page, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { livePoll } from '../kit/use-poll.ts';
import { type Answer, operate } from './api.ts';
import { ActButton } from './kit/act.tsx';
import { adviceOf } from './queue-advice.ts';
import { queueText } from './queue-names.ts';
import { queueSearch } from './search-params.ts';

const keptEffectsName = 'kept-effects';

export function QueuesPage() {
  const { queue } = useValidSearch(queueSearch);
  const changeSearch = useChangeSearch();
  const open = (name: string | undefined) => changeSearch({ queue: name });
  const list = useQuery({
    queryKey: ['operators', 'queues'],
    queryFn: () => operate('listQueues', {}),
    refetchInterval: livePoll(1),
  });
  const dead = list.data?.queues.find(({ name }) => name === queue)?.dead;
  const failed = list.data?.failures.find(({ name }) => name === queue)?.count;
  return (
    <Page
      title="Queues and dead letters"
      about="A message that failed too often is a dead letter: its work is not done until it is sent back. Receipts prevent a second delivery of what was delivered."
      actions={
        <Button variant="default" onClick={() => list.refetch()}>
          Refresh
        </Button>
      }
    >
      {queue === keptEffectsName && <KeptEffects close={() => open(undefined)} />}
      {queue && queue !== keptEffectsName && list.isSuccess && (
        <DeadLetters key={queue} queue={queue} count={dead ?? failed ?? 0} isFailure={failed !== undefined} close={() => open(undefined)} />
      )}
      <Section title="Queues" about="The numbers are approximate." padding={0}>
        <Loaded query={list} height={400}>
          {(data) => <QueueTable rows={rowsOf(data)} open={open} />}
        </Loaded>
      </Section>
    </Page>
  );
}

type Row = { name: string; waiting: number; inFlight: number; delayed: number; dead: number; note?: string };

function rowsOf({ queues, failures, kept_effects }: Answer<'listQueues'>): Row[] {
  const none = { waiting: 0, inFlight: 0, delayed: 0 };
  return [
    ...queues.map(({ name, waiting, in_flight, delayed, dead }) => ({
      name,
      waiting,
      delayed,
      dead,
      inFlight: in_flight,
    })),
    ...failures.map(({ name, kind, function: worker, count }) => ({
      ...none,
      name,
      dead: count,
      note: kind === 'stream' ? `Changes that ${worker} gave up` : `Runs of ${worker} that failed`,
    })),
    { ...none, name: keptEffectsName, dead: kept_effects },
  ].sort((a, b) => b.dead - a.dead || b.waiting - a.waiting || b.inFlight - a.inFlight);
}

function QueueTable({ rows, open }: { rows: Row[]; open: (name: string) => void }) {
  const troubled = rows.filter(({ dead }) => dead > 0).length;
  return (
    <>
      <Alert color={troubled > 0 ? 'red' : 'teal'} m="md" mt={0} role="status">
        {troubled > 0
          ? `${troubled} of ${rows.length} need attention: they are at the top.`
          : `All well: none of ${rows.length} has a dead letter or a failure.`}
      </Alert>
      <RowTable
        minWidth={280}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          [
            'Queue',
            ({ name, note }) => (
              <>
                {queueText(name)}
                <Text fz="xs" c="dimmed">
                  {[name, note].filter(Boolean).join(' · ')}
                </Text>
              </>
            ),
          ],
          [['Waiting', 'number wide'], ({ waiting }) => countText(waiting)],
          [['Being worked on', 'number wide'], ({ inFlight }) => countText(inFlight)],
          [['Later', 'number wide'], ({ delayed }) => countText(delayed)],
          [['Dead letters', 'number'], ({ dead }) => (dead > 0 ? <Badge color="red">{countText(dead)}</Badge> : '0')],
          [
            ['Actions', 'hidden'],
            ({ name }) => (
              <Button size="xs" variant="default" onClick={() => open(name)} aria-label={`Look at ${name}`}>
                Look
              </Button>
            ),
          ],
        ]}
      />
    </>
  );
}

function DeadLetters({ queue, count, isFailure, close }: { queue: string; count: number; isFailure: boolean; close: () => void }) {
  const params = { queue: queue as never };
  const letters = useQuery({
    queryKey: ['operators', 'queues', queue],
    queryFn: () => operate('listDeadLetters', { params, query: {} }),
    // Viewing a queue hides its messages for a moment and adds an audit entry, so the page does not refetch.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const resultText = ({ count: handled, is_empty, notes = [] }: Answer<'redriveDeadLetters'>) => (
    <>
      {`${countText(handled)} ${handled === 1 ? 'message' : 'messages'}${is_empty ? '; none is left.' : notes.length > 0 ? '; some are left.' : '; more are left: repeat it.'}`}
      {notes.map((note) => (
        <Text key={note} fz="sm" className="anywhere">
          {note}
        </Text>
      ))}
    </>
  );
  return (
    <Section
      title={`${isFailure ? 'Failures' : 'Dead letters'} of ${queue}`}
      about={adviceOf(queue)}
      actions={
        <>
          {count > 0 && (
            <>
              <ActButton
                operation="redriveDeadLetters"
                args={{ params }}
                isMain
                button={isFailure ? 'Do again' : 'Send back'}
                title={isFailure ? `Do the failures of ${queue} again` : `Send back the dead letters of ${queue}`}
                about={
                  isFailure
                    ? 'Fix the cause first. Changes are read from the stream again, which keeps them for 24 hours; a run of a schedule runs again. What was done already is not done twice.'
                    : 'Fix the cause first: a message that fails again comes back here. Each is sent before it is deleted, so none is lost.'
                }
                result={resultText}
              />
              <ActButton
                operation="deleteDeadLetters"
                args={{ params }}
                button="Delete"
                title={`Delete the dead letters of ${queue}`}
                about="Their work is then never done, and this cannot be undone. For expired codes and reminders, and for exports that can be requested again."
                isDangerous
                result={resultText}
              />
            </>
          )}
          <Button size="xs" variant="default" onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={letters}>
        {({ messages }) =>
          messages.length === 0 ? (
            <Empty title={isFailure ? 'No failure' : 'No dead letter'}>
              {count > 0 && 'They were looked at a moment ago. Look again in a few seconds.'}
            </Empty>
          ) : (
            <Stack gap="sm">
              {messages.map(({ id, sent_at, receives, message }) => (
                <Paper key={id} p="sm" component="article">
                  <Text fz="xs" c="dimmed" mb={6} component="div">
                    {sent_at && <Time at={sent_at} ago />} · looked at {countText(receives)} times
                  </Text>
                  <Code label={`Message ${id}`} text={JSON.stringify(message, null, 2)} />
                </Paper>
              ))}
              {count > messages.length && (
                <Note>
                  {countText(messages.length)} of about {countText(count)} are shown.
                </Note>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function KeptEffects({ close }: { close: () => void }) {
  const effects = useQuery({
    queryKey: ['operators', 'queues', keptEffectsName],
    queryFn: () => operate('listKeptEffects', { query: {} }),
    refetchOnWindowFocus: false,
  });
  return (
    <Section
      title="Effects that could not be delivered"
      about="E-mails, notices and tasks that are invalid, or whose queue refused them. They are kept until they are sent."
      actions={
        <>
          {(effects.data?.effects.length ?? 0) > 0 && (
            <ActButton
              operation="redriveKeptEffects"
              isMain
              button="Deliver them"
              title="Deliver the kept effects"
              about="Fix the cause first. One that fails again is kept again."
              label="Deliver"
              result={({ count }) => `${countText(count)} handed to the outbox.`}
            />
          )}
          <Button size="xs" variant="default" onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={effects}>
        {({ effects: list }) =>
          list.length === 0 ? (
            <Empty title="None" />
          ) : (
            <Stack gap="sm">
              {list.map(({ id, at, error, effect }) => (
                <Paper key={id} p="sm" component="article">
                  <Text fz="sm" className="anywhere">
                    {error}
                  </Text>
                  <Text fz="xs" c="dimmed" mb={6} component="div">
                    <Time at={at} />
                  </Text>
                  <Code label={`Effect ${id}`} text={JSON.stringify(effect, null, 2)} />
                </Paper>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
