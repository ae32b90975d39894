// A Metropolis walk on a ring for peskun: change weights and step() to your own.
#include <iostream>
#include <string>

const std::string states = "abcd";   // one letter each
const int weights[] = {1, 2, 3, 6};  // the target, on any scale

int ask(const std::string& question) {
    std::cout << question << std::endl;
    int answer;
    return std::cin >> answer ? answer : 0;
}

char step(char state) {
    int size = states.size(), here = states.find(state);
    int side = ask("uniform 2") == 0 ? 1 : -1, proposed = (here + side + size) % size;
    int smaller = weights[proposed] < weights[here] ? weights[proposed] : weights[here];
    std::string ratio = std::to_string(smaller) + "/" + std::to_string(weights[here]);
    return ask("coin " + ratio) ? states[proposed] : state;
}

int main() {
    std::cout << "peskun 1\nstates a b c d\ntarget 1 2 3 6\nready" << std::endl;
    std::string order;
    for (char state; std::cin >> order && order == "step" && std::cin >> state;) {
        char next = step(state);
        std::cout << "to " << next << std::endl;
    }
}
