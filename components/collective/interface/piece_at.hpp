// Where the data of each node are in a collective call, behind one type.
#pragma once

namespace sartor::collective {

// The piece of each node or edge, by its position; refers to the function object that it is made from. One
// type for all of these, so that what takes it is compiled once: of use where forms of a collective would
// differ in nothing else.
template <class P>
class PieceAt {
  public:
    template <class Function>
    PieceAt(const Function& function) noexcept // NOLINT(google-explicit-constructor): as a parameter only
        : function_(&function), call_([](const void* object, int position) -> P {
              return (*static_cast<const Function*>(object))(position);
          }) {}

    [[nodiscard]] P operator()(int position) const noexcept { return call_(function_, position); }

  private:
    const void* function_;
    P (*call_)(const void* function, int position);
};

} // namespace sartor::collective
