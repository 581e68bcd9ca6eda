import { mediaTypes } from './media-type.ts';

export const mediaFileName = new RegExp(`^[0-9a-f]{64}\\.(?:${Object.keys(mediaTypes).join('|')})$`);

export const mediaFile = (name: string) => `media/${name}`;
