/** But for what is within a picture of several signs, which are seen as one, and for lines and tabs. */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})|[\r\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text that is to be approved, with the signs nobody sees spelled out: what turns text around, joins
 * signs or takes no room would let it show something else than is done.
 */
export function asSeen(text: string): string {
  return text.replaceAll(unseen, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
