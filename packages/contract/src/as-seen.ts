/**
 * But for what is within a picture of several signs, which are seen as one, and for lines and tabs. The
 * flags of England, Scotland and Wales are the only pictures that are made of tags.
 */
const unseen =
  /(?<picture>[\d#*]\uFE0F\u20E3|\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|(?!(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})|[\r\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text that is to be approved, with the signs nobody sees spelled out: what turns text around, joins
 * signs or takes no room would let it show something else than is done.
 */
export function asSeen(text: string): string {
  return text.replaceAll(
    unseen,
    (sign, picture?: string) => picture ?? `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}
