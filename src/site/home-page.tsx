export default function HomePage() {
  return <h1>LATEST ARRIVALS</h1>;
}
