// it comes without types of its own
declare module "vnu-jar" {
  /** The file to start with java -jar. */
  const path: string;
  export = path;
}
