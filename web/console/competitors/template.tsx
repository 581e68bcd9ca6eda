import { FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Problem } from '../kit/page.tsx';
import { PromptText } from './prompts.tsx';
import type { Ad } from './wall.tsx';

/** The API accepts this many images of each kind. */
export const maxImages = 5;
/** All images together fit the body of a request. */
const maxBytes = 4_000_000;

export function TemplatePrompt({ ads, close }: { ads: readonly Ad[]; close: () => void }) {
  const queries = useQueryClient();
  const [files, setFiles] = useState<File[]>([]);
  const [url, setUrl] = useState('');
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const count = files.length + (url.trim() ? 1 : 0);
  const problem = count > maxImages ? `At most ${maxImages} pictures.` : size > maxBytes ? 'At most 4 MB together.' : undefined;
  const make = useMutation<Answer<'generateTemplatePrompt'>, ApiError>({
    mutationFn: async () =>
      call('generateTemplatePrompt', {
        body: {
          ad_images: ads.map(({ image_urls: [image = ''] }) => image),
          product_images: [...(await Promise.all(files.map(dataUrlOf))), ...(url.trim() ? [url.trim()] : [])],
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['prompts'] }),
  });
  return (
    <Dialog size="lg" onClose={close} title="A prompt for your products">
      {make.data ? (
        <PromptText prompt={make.data} />
      ) : (
        <form onSubmit={onSubmit(() => make.mutate())}>
          <Stack gap="sm">
            <Text fz="sm">
              {ads.length === 1 ? 'The chosen ad is' : `The ${ads.length} chosen ads are`} the template: composition, light and colours.
              Your products take their place in it.
            </Text>
            <FileInput
              label="Pictures of your products"
              description="PNG, JPEG, WebP or GIF, up to 5."
              placeholder="Choose files"
              accept="image/png,image/jpeg,image/webp,image/gif"
              multiple
              clearable
              clearButtonProps={{ 'aria-label': 'Remove the files' }}
              value={files}
              onChange={setFiles}
              error={problem}
            />
            <TextInput
              label="Or the address of a picture"
              placeholder="https://shop.example/shoe.jpg"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              error={make.error?.fields.product_images?.replaceAll('Line', 'Picture')}
            />
            {make.isError && <Problem error={make.error} />}
            <Group>
              <Button type="submit" loading={make.isPending} disabled={count === 0 || problem !== undefined}>
                Make the prompt
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
