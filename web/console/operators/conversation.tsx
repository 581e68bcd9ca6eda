import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable } from '../kit/copy.tsx';
import { Facts } from '../kit/facts.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import { type Answer, operate } from './api.ts';

const still = { refetchOnWindowFocus: false, staleTime: 5 * 60_000 } as const;

export function ConversationPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const session = useQuery({
    queryKey: ['operators', 'conversation', id],
    queryFn: () => operate('readContentSession', { params: { session_id: id } }),
    ...still,
  });
  return (
    <Page title="Conversation" about="Each step as the models and tools saw it. Every view is recorded.">
      <Loaded query={session} height={400}>
        {(data) => (
          <>
            <Section title={data.title || 'Without a title'}>
              <Facts
                facts={[
                  ['User', <User key="user" id={data.user_id} />],
                  ['Topic', readable(data.topic)],
                  ['Status', <Status key="status" status={data.status} />],
                  ['Model', data.model],
                  ['Began', <Time key="began" at={data.created_at} />],
                  ['Ended', <Time key="ended" at={data.updated_at} />],
                  [
                    'Prompt',
                    data.image_conversation_id && (
                      <Link key="image" to="/operators/images/$id" params={{ id: String(data.image_conversation_id) }}>
                        As the customer sees it
                      </Link>
                    ),
                  ],
                  ['Session', <Copyable key="id" value={data.session_id} />],
                ]}
              />
            </Section>
            <Section title="Steps" about={`${countText(data.steps.length)} steps`}>
              {data.steps.length === 0 && <Empty title="No step was recorded" />}
              <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                {data.steps.map((step, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID, and their order never changes.
                  <Step key={at} step={step} />
                ))}
              </Stack>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type StepRecord = Answer<'readContentSession'>['steps'][number];
const shownLength = 1200;

function Step({ step: { kind, name, content, milliseconds, llm_call_id, created_at } }: { step: StepRecord }) {
  const [isWhole, setWhole] = useState(content.length <= shownLength);
  const isGiven = kind === 'input' || kind === 'instructions';
  return (
    <li style={{ marginLeft: isGiven ? 0 : 'min(8%, 48px)' }}>
      <Paper p="sm" {...(isGiven && { bg: 'var(--page)' })}>
        <Group justify="space-between" gap="xs">
          <Group gap={6}>
            <Badge color={isGiven ? 'gray' : kind === 'tool' ? 'grape' : 'teal'}>{readable(kind)}</Badge>
            <Text fz="sm" fw={600} className="anywhere">
              {name}
            </Text>
          </Group>
          <Text fz="xs" c="dimmed" component="div">
            {milliseconds !== null && `${countText(milliseconds)} ms · `}
            <Time at={created_at} />
          </Text>
        </Group>
        <Text fz="sm" mt={6} className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {isWhole ? content : `${content.slice(0, shownLength)} …`}
        </Text>
        {!isWhole && (
          <Button size="xs" variant="default" mt="xs" onClick={() => setWhole(true)}>
            Show all {countText(content.length)} characters
          </Button>
        )}
        {llm_call_id && (
          <Group gap={4} mt={4}>
            <Text fz="xs" c="dimmed">
              Model call
            </Text>
            <Copyable value={llm_call_id} />
          </Group>
        )}
      </Paper>
    </li>
  );
}

export function ImageConversationPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const conversation = useQuery({
    queryKey: ['operators', 'image', id],
    queryFn: () => operate('readImageConversation', { params: { session_id: Number(id) } }),
    ...still,
  });
  return (
    <Page title="Prompt" about="The conversation as the customer sees it. Every view is recorded.">
      <Loaded query={conversation} height={400}>
        {(data) => (
          <>
            <Section title={data.title || 'Without a title'}>
              <Facts
                facts={[
                  ['User', <User key="user" id={data.user_id} />],
                  ['Topic', readable(data.topic)],
                  ['Began', <Time key="began" at={data.created_at} />],
                  [
                    'Trace',
                    <Link key="trace" to="/operators/conversations/$id" params={{ id: data.content_session_id }}>
                      What models and tools did
                    </Link>,
                  ],
                ]}
              />
            </Section>
            <Section title="Messages">
              <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                {data.messages.map((message) => (
                  <li key={message.id} style={{ marginLeft: message.role === 'user' ? 0 : 'min(8%, 48px)' }}>
                    <Paper p="sm" {...(message.role === 'user' && { bg: 'var(--page)' })}>
                      <Badge color={message.role === 'user' ? 'gray' : 'teal'}>{message.role === 'user' ? 'Customer' : 'Assistant'}</Badge>
                      <Text fz="sm" mt={6} className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
                        {message.text}
                      </Text>
                      {message.images.length > 0 && (
                        <Group gap="xs" mt="xs">
                          {message.images.map(({ url, role }, at) => (
                            <img
                              key={url}
                              src={url}
                              alt={`${readable(role)} ${at + 1}`}
                              loading="lazy"
                              style={{ maxWidth: 160, maxHeight: 160, borderRadius: 8 }}
                            />
                          ))}
                        </Group>
                      )}
                    </Paper>
                  </li>
                ))}
              </Stack>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const User = ({ id }: { id: number }) => (
  <Link to="/operators/users/$userId" params={{ userId: String(id) }}>
    User {id}
  </Link>
);
const Status = ({ status }: { status: string }) => <Badge color={status === 'completed' ? 'teal' : 'red'}>{readable(status)}</Badge>;
