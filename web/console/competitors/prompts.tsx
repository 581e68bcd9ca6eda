import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { call } from '../core/api.ts';
import { Code } from '../kit/copy.tsx';
import { Listed, useList } from '../kit/list.tsx';
import { Empty, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

type Prompt = {
  prompt: string;
  negative_prompt: string;
  aspect_ratio: string;
  style: string;
  elements: string[];
};

export function PromptText({ prompt: { prompt, negative_prompt, aspect_ratio, style, elements } }: { prompt: Prompt }) {
  return (
    <Stack gap="sm">
      <Code prose label="Prompt" text={prompt} />
      {negative_prompt && (
        <Text fz="sm" className="anywhere">
          <b>Not wanted:</b> {negative_prompt}
        </Text>
      )}
      <Group gap={6}>
        <Badge color="gray">{aspect_ratio}</Badge>
        <Badge color="gray" h="auto" style={{ whiteSpace: 'normal' }}>
          {style}
        </Badge>
      </Group>
      {elements.length > 0 && (
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {elements.map((element) => (
            <li key={element}>
              <Text fz="sm">{element}</Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

export function Prompts() {
  const prompts = useList(['prompts'], (page) => call('listPrompts', { query: { limit: 10, ...page } as never }));
  const list = prompts.data?.pages.flatMap((page) => page.prompts) ?? [];
  return (
    <Section title="Your prompts">
      <Listed
        query={prompts}
        rows={list}
        empty={<Empty title="No prompts yet">Choose an ad under “Their ads” and make a prompt from it.</Empty>}
      >
        <Stack gap="sm">
          {list.map((prompt) => (
            <Paper key={prompt.id} p="md" component="article">
              <Group justify="space-between" mb="xs">
                <Text fw={600} fz="sm" className="anywhere">
                  {prompt.title ?? 'Prompt'}
                </Text>
                <Text fz="xs" c="dimmed" component="div">
                  <Time at={prompt.created_at} ago />
                </Text>
              </Group>
              <PromptText prompt={prompt} />
            </Paper>
          ))}
        </Stack>
      </Listed>
    </Section>
  );
}
