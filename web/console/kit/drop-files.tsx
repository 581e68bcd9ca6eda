import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { download } from './download.ts';
import { Icon } from './icon.tsx';
import { fileKinds, plainFile } from './plain-file.ts';

export function DropFiles({
  add,
  label,
  samples,
  guide,
  isSingle = false,
}: {
  add: (files: File[]) => void;
  label: string;
  samples: readonly { title: string; name: string; content: () => string }[];
  guide: { href: string; title: string };
  isSingle?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const read = async (files: File[]) => {
    const results = await Promise.allSettled(files.map(plainFile));
    setProblems(results.flatMap((result, at) => (result.status === 'rejected' ? `${files[at]?.name}: ${result.reason.message}.` : [])));
    const readable = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (readable.length > 0) add(readable);
  };
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void read([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div className="drop" data-over={isOver || undefined} onDragOver={drag(true)} onDragLeave={drag(false)} onDrop={drop}>
        <Icon name="download" size={24} />
        <Text fz="sm" ta="center">
          {isSingle ? 'Drop a CSV or Excel file here, or' : 'Drop CSV or Excel files here, or'}
        </Text>
        <Button variant="default" onClick={() => input.current?.click()}>
          {isSingle ? 'Choose a file' : 'Choose files'}
        </Button>
        <input
          ref={input}
          type="file"
          accept={fileKinds}
          multiple={!isSingle}
          hidden
          aria-label={label}
          onChange={({ currentTarget }) => {
            void read([...(currentTarget.files ?? [])]);
            // The value is cleared, so that the user can choose the same file again.
            currentTarget.value = '';
          }}
        />
      </div>
      {problems.map((problem) => (
        <Text key={problem} fz="sm" role="alert" className="anywhere">
          {problem}
        </Text>
      ))}
      <Group gap={6} justify="space-between">
        <Group gap={4}>
          <Text fz="xs" c="dimmed">
            Sample files:
          </Text>
          {samples.map(({ title, name, content }) => (
            <Button
              key={name}
              size="compact-xs"
              variant="subtle"
              aria-label={`Sample file of ${title}`}
              onClick={() => download(name, content())}
            >
              {title}
            </Button>
          ))}
        </Group>
        <Anchor href={guide.href} target="_blank" rel="noreferrer" fz="xs">
          {guide.title}
        </Anchor>
      </Group>
    </Stack>
  );
}

export const Leave = ({ leave }: { leave: () => void }) => (
  <Button variant="default" onClick={leave}>
    Leave it out
  </Button>
);
