/** The text of the script that `lib/drawing/live/page.ts` becomes; the build makes it. */
declare module "#live-page" {
  const script: string;
  export default script;
}
