import { mediaTypes } from './media-type.ts';

/** The name of a copy is the SHA-256 of its content with an extension. */
export const mediaFileName = new RegExp(`^[0-9a-f]{64}\\.(?:${Object.keys(mediaTypes).join('|')})$`);

/** The key of a copy in the file store. */
export const mediaFile = (name: string) => `media/${name}`;
